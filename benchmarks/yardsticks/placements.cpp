// All placements of n queens in lexicographic order by plain recursion on bit masks, a byte a
// queen, into memory. Prints how many there are and the median of the seconds that each of
// several runs took.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static int n;
static uint32_t board;
static uint8_t row_of[32];
static std::vector<uint8_t> found;

static void place(int column, uint32_t used, uint32_t rising, uint32_t falling) {
    if (column == n) {
        found.insert(found.end(), row_of, row_of + n);
        return;
    }
    for (uint32_t open = board & ~(used | rising | falling); open; open &= open - 1) {
        uint32_t bit = open & -open;
        row_of[column] = __builtin_ctz(bit);
        place(column + 1, used | bit, (rising | bit) >> 1, (falling | bit) << 1);
    }
}

int main(int argc, char** argv) {
    if (argc != 3) return 1;
    n = atoi(argv[1]);
    board = (1u << n) - 1;
    std::vector<double> seconds;
    for (int run = 0; run < atoi(argv[2]); run++) {
        auto began = std::chrono::steady_clock::now();
        found.clear();
        place(0, 0, 0, 0);
        std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
        seconds.push_back(taken.count());
    }
    std::sort(seconds.begin(), seconds.end());
    printf("%zu %.9f\n", found.size() / n, seconds[seconds.size() / 2]);
    return 0;
}
