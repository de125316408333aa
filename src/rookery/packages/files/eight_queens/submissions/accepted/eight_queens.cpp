// Every way to place eight non-attacking queens, one of them on a given square.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int side = 8;
using Rows = std::array<int, side>;

static bool unattacked(const Rows& rows, int column) {
    for (int other = 0; other < column; ++other) {
        int apart = std::abs(rows[other] - rows[column]);
        if (apart == 0 || apart == column - other) return false;
    }
    return true;
}

static void place(Rows& rows, int column, std::vector<Rows>& found) {
    if (column == side) {
        found.push_back(rows);
        return;
    }
    for (rows[column] = 1; rows[column] <= side; ++rows[column])
        if (unattacked(rows, column)) place(rows, column + 1, found);
}

int main() {
    std::vector<Rows> found;
    Rows rows{};
    place(rows, 0, found);
    int count, row, column;
    if (std::scanf("%d", &count) != 1) return 1;
    for (int dataset = 0; dataset < count; ++dataset) {
        if (std::scanf("%d %d", &row, &column) != 2) return 1;
        if (dataset) std::puts("");
        std::puts("SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n");
        int number = 0;
        for (const Rows& one : found) {
            if (one[column - 1] != row) continue;
            std::printf("%2d     ", ++number);
            for (int each : one) std::printf(" %d", each);
            std::puts("");
        }
    }
}
