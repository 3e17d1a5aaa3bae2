// SPDX-License-Identifier: MIT
// Searches, which take their time, one after the other in a thread of their own: the server goes on
// meanwhile.

#include "cli/serve/serve.h"

#ifdef KIFU_HAVE_MICROHTTPD

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// Jobs in the order in which they came.
typedef struct row {
    kf_serve_job *first, *last;
} row;

struct kf_serve_queue {
    pthread_t thread;
    bool is_running, is_ending;
    pthread_mutex_t mutex;
    pthread_cond_t given;
    row waiting, done;
    kf_serve_job *under_way;
    int file;
};

static void append(row *r, kf_serve_job *job) {
    job->next = NULL;
    if (r->last != NULL)
        r->last->next = job;
    else
        r->first = job;
    r->last = job;
}

static kf_serve_job *take_first(row *r) {
    kf_serve_job *job = r->first;
    if (job == NULL)
        return NULL;
    r->first = job->next;
    if (r->first == NULL)
        r->last = NULL;
    return job;
}

// Whether somebody still waits for the answer: a connection that was closed has an end to read.
static bool goes_on(void *context) {
    const kf_serve_job *job = context;
    kf_serve_queue *queue = job->queue;
    char byte;
    pthread_mutex_lock(&queue->mutex);
    bool is_ending = queue->is_ending;
    pthread_mutex_unlock(&queue->mutex);
    return !is_ending && recv(job->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
}

static void finish(kf_serve_queue *queue, kf_serve_job *job) {
    uint64_t one = 1;
    append(&queue->done, job);
    ssize_t written = write(queue->file, &one, sizeof one);
    (void)written; // it fails only where others are there to be read
}

static void *work(void *context) {
    kf_serve_queue *queue = context;
    pthread_mutex_lock(&queue->mutex);
    while (!queue->is_ending) {
        kf_serve_job *job = take_first(&queue->waiting);
        if (job == NULL) {
            pthread_cond_wait(&queue->given, &queue->mutex);
            continue;
        }
        pthread_mutex_unlock(&queue->mutex);
        kf_serve_search(job->serve, goes_on, job);
        pthread_mutex_lock(&queue->mutex);
        finish(queue, job);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

kf_serve_queue *kf_serve_queue_new(void) {
    kf_serve_queue *queue = malloc(sizeof *queue);
    if (queue == NULL)
        return NULL;
    memset(queue, 0, sizeof *queue);
    queue->file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (queue->file < 0) {
        free(queue);
        return NULL;
    }
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->given, NULL);
    return queue;
}

bool kf_serve_queue_start(kf_serve_queue *queue) {
    queue->is_running = pthread_create(&queue->thread, NULL, work, queue) == 0;
    return queue->is_running;
}

void kf_serve_queue_stop(kf_serve_queue *queue) {
    if (!queue->is_running)
        return;
    pthread_mutex_lock(&queue->mutex);
    queue->is_ending = true;
    pthread_cond_signal(&queue->given);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    queue->is_running = false;
    for (kf_serve_job *job; (job = take_first(&queue->waiting)) != NULL;)
        append(&queue->done, job);
}

void kf_serve_queue_free(kf_serve_queue *queue) {
    if (queue == NULL)
        return;
    kf_serve_queue_stop(queue);
    close(queue->file);
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->given);
    free(queue);
}

int kf_serve_queue_file(const kf_serve_queue *queue) {
    return queue->file;
}

void kf_serve_queue_give(kf_serve_queue *queue, kf_serve_job *job) {
    job->queue = queue;
    pthread_mutex_lock(&queue->mutex);
    append(queue->is_ending ? &queue->done : &queue->waiting, job);
    pthread_cond_signal(&queue->given);
    pthread_mutex_unlock(&queue->mutex);
}

kf_serve_job *kf_serve_queue_take(kf_serve_queue *queue) {
    uint64_t count;
    pthread_mutex_lock(&queue->mutex);
    kf_serve_job *job = take_first(&queue->done);
    if (queue->done.first == NULL) {
        ssize_t got = read(queue->file, &count, sizeof count);
        (void)got; // nothing is left to be told
    }
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

#endif
