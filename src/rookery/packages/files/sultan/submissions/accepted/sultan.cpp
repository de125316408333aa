// The greatest sum of eight non-attacking queens on a board of numbers.
#include <algorithm>
#include <cstdio>

constexpr int side = 8;

struct Board {
    int weights[side][side];

    // The greatest sum of queens in this row and those below; bits say what is attacked.
    int best(int row, unsigned columns, unsigned falling, unsigned rising) const {
        if (row == side) return 0;
        int found = -1000;
        for (int column = 0; column < side; ++column) {
            unsigned queen = 1u << column;
            if (queen & (columns | falling | rising)) continue;
            int below = best(row + 1, columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
            found = std::max(found, weights[row][column] + below);
        }
        return found;
    }
};

int main() {
    int count;
    if (std::scanf("%d", &count) != 1) return 1;
    while (count--) {
        Board board;
        for (auto& row : board.weights)
            for (int& weight : row)
                if (std::scanf("%d", &weight) != 1) return 1;
        std::printf("%5d\n", board.best(0, 0, 0, 0));
    }
}
