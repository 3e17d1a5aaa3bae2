// SPDX-License-Identifier: MIT
// The deadlines of `kifu serve`, on a clock of the test's own: a client is cut when its time is
// over, however busy it seems, and in a crowd the one that has been slow for longest goes first.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/serve/serve.h"

enum { CROWD = KF_SERVE_CLIENTS + 3 };

// A connection: the server's end, and the client's.
typedef struct pair {
    int ends[2];
    kf_serve_client *client;
} pair;

static pair connect_at(kf_serve_clients *clients, int64_t now) {
    pair p;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, p.ends), 0);
    p.client = kf_serve_client_add(clients, p.ends[0], now);
    assert_non_null(p.client);
    return p;
}

// The client sees the end of the connection.
static int is_cut(const pair *p) {
    char byte;
    return recv(p->ends[1], &byte, 1, 0) == 0;
}

static void end(kf_serve_clients *clients, pair *p) {
    kf_serve_client_remove(clients, p->client);
    close(p->ends[0]);
    close(p->ends[1]);
}

static void test_request(void **state) {
    kf_serve_clients clients;
    (void)state;
    kf_serve_client_begin(&clients);
    pair p = connect_at(&clients, 1000);
    kf_serve_client_expire(&clients, 11000);
    assert_false(is_cut(&p));
    kf_serve_client_answer(p.client, 100, 11000);
    kf_serve_client_wait(p.client, 12000); // the next request has as long
    kf_serve_client_expire(&clients, 22000);
    assert_false(is_cut(&p));
    kf_serve_client_expire(&clients, 22001);
    assert_true(is_cut(&p));
    kf_serve_client_expire(&clients, 99000); // once is enough
    assert_int_equal(clients.count, 0);
    end(&clients, &p);
    assert_int_equal(clients.count, 0);
}

// A long answer may take longer than a short one, but not for ever.
static void test_answer(void **state) {
    kf_serve_clients clients;
    (void)state;
    kf_serve_client_begin(&clients);
    pair small = connect_at(&clients, 0), large = connect_at(&clients, 0);
    kf_serve_client_answer(small.client, 1000, 0);
    kf_serve_client_answer(large.client, 10000000, 0);
    kf_serve_client_expire(&clients, 60000);
    assert_true(is_cut(&small));
    assert_false(is_cut(&large));
    kf_serve_client_expire(&clients, 1800000);
    assert_true(is_cut(&large));
    end(&clients, &small);
    end(&clients, &large);
}

// Those who wait to ask go before those who are being answered, the oldest of them first.
static void test_crowd(void **state) {
    kf_serve_clients clients;
    pair pairs[CROWD];
    (void)state;
    kf_serve_client_begin(&clients);
    for (int i = 0; i < KF_SERVE_CLIENTS; i++)
        pairs[i] = connect_at(&clients, i);
    for (int i = 0; i < KF_SERVE_CLIENTS; i++)
        if (i != 7 && i != 5)
            kf_serve_client_answer(pairs[i].client, 1, 1000 + i);
    static const int gone[] = {5, 7, KF_SERVE_CLIENTS};
    for (int i = 0; i < 3; i++) {
        pairs[KF_SERVE_CLIENTS + i] = connect_at(&clients, 2000 + i);
        assert_true(is_cut(&pairs[gone[i]]));
        assert_int_equal(clients.count, KF_SERVE_CLIENTS);
    }
    int cut = 0;
    for (int i = 0; i < CROWD; i++)
        cut += is_cut(&pairs[i]);
    assert_int_equal(cut, 3);
    kf_serve_client_answer(pairs[CROWD - 1].client, 1, 3000);
    kf_serve_client_answer(pairs[CROWD - 2].client, 1, 3000);
    pair last = connect_at(&clients, 4000);
    assert_true(is_cut(&pairs[0])); // nobody waits: the answer that takes longest
    end(&clients, &last);
    for (int i = 0; i < CROWD; i++)
        end(&clients, &pairs[i]);
    assert_int_equal(clients.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_request),
        cmocka_unit_test(test_answer),
        cmocka_unit_test(test_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
