// SPDX-License-Identifier: MIT
// The outlines of marks and of heads of arrows, for writers that draw lines.

#include "draw/picture/picture.h"

#include <math.h>

static const int8_t triangle[][2] = {{0, -105}, {95, 60}, {-95, 60}};
static const int8_t square[][2] = {{-80, -80}, {80, -80}, {80, 80}, {-80, 80}};
static const int8_t cross[][2] = {{-80, -80}, {80, 80}, {-80, 80}, {80, -80}};
static const int8_t diamond[][2] = {{0, -105}, {105, 0}, {0, 105}, {-105, 0}};
static const int8_t check[][2] = {{-90, 5}, {-25, 75}, {95, -80}};
// The four corners of a square.
static const int8_t corners[][2] = {{-95, -40}, {-95, -95}, {-40, -95}, {40, -95},
                                    {95, -95},  {95, -40},  {95, 40},   {95, 95},
                                    {40, 95},   {-40, 95},  {-95, 95},  {-95, 40}};

static const kf_outline outlines[KF_MARK_COUNT] = {
    [KF_MARK_NONE] = {.commands = ""},
    [KF_MARK_TRIANGLE] = {"MLLz", triangle, 0, false},
    [KF_MARK_SQUARE] = {"MLLLz", square, 0, false},
    [KF_MARK_CIRCLE] = {"", NULL, 90, false},
    [KF_MARK_CROSS] = {"MLML", cross, 0, false},
    [KF_MARK_SELECTED] = {"MLLMLLMLLMLL", corners, 0, false},
    [KF_MARK_DIAMOND] = {"MLLLz", diamond, 0, false},
    [KF_MARK_CHECK] = {"MLL", check, 0, false},
    [KF_MARK_LAST] = {"", NULL, 50, true},
};

const kf_outline *kf_outline_of(kf_mark mark) {
    return &outlines[mark];
}

bool kf_outline_arrow(double x, double y, double x2, double y2, double unit, kf_arrow *arrow) {
    double dx = x2 - x, dy = y2 - y, reach = sqrt(dx * dx + dy * dy);
    double along = 0.33 * unit, aside = 0.15 * unit;
    if (reach <= 0)
        return false;
    dx /= reach;
    dy /= reach;
    arrow->base_x = x2 - dx * along;
    arrow->base_y = y2 - dy * along;
    arrow->left_x = arrow->base_x + dy * aside;
    arrow->left_y = arrow->base_y - dx * aside;
    arrow->right_x = arrow->base_x - dy * aside;
    arrow->right_y = arrow->base_y + dx * aside;
    return true;
}

// A number from 0 to 999 that looks like chance and is none.
static int scatter(uint32_t seed) {
    seed ^= seed >> 16;
    seed *= 0x7FEB352Du;
    seed ^= seed >> 15;
    seed *= 0x846CA68Bu;
    seed ^= seed >> 16;
    return (int)(seed % 1000);
}

void kf_outline_grain(const int frame[4], int line, int heights[KF_GRAIN_BENDS + 1]) {
    int64_t height = frame[3] - frame[1], step = height / KF_GRAIN_LINES;
    int64_t base = frame[1] + step * line + step * scatter((uint32_t)line) / 1000;
    for (int i = 0; i <= KF_GRAIN_BENDS; i++) {
        // Neighbours bend alike, as the rings of one tree do.
        int64_t bend = scatter((uint32_t)(1000 + i)) - 500;
        int64_t own = scatter((uint32_t)(line * 31 + i + 5000)) - 500;
        int64_t at = base + bend * step * 2 / 1000 + own * step / 1500;
        at = at < frame[1] + step / 4 ? frame[1] + step / 4 : at;
        heights[i] = (int)(at > frame[3] - step / 4 ? frame[3] - step / 4 : at);
    }
}
