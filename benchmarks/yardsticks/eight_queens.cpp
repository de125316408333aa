// UVa 750, 8 Queens Chess Problem: backtracking column by column through the given queen.
#include <cstdio>
#include <cstdlib>

static int given_row, given_column, found;
static int row_of[8];

static bool safe(int column, int row) {
    for (int i = 0; i < column; i++)
        if (row_of[i] == row || abs(row_of[i] - row) == column - i) return false;
    return true;
}

static void place(int column) {
    if (column == 8) {
        printf("%2d      %d", ++found, row_of[0] + 1);
        for (int i = 1; i < 8; i++) printf(" %d", row_of[i] + 1);
        printf("\n");
        return;
    }
    for (int row = 0; row < 8; row++) {
        if (column == given_column && row != given_row) continue;
        if (!safe(column, row)) continue;
        row_of[column] = row;
        place(column + 1);
    }
}

int main() {
    int datasets;
    if (scanf("%d", &datasets) != 1) return 1;
    for (int t = 0; t < datasets; t++) {
        if (scanf("%d %d", &given_row, &given_column) != 2) return 1;
        given_row--;
        given_column--;
        found = 0;
        if (t > 0) printf("\n");
        printf("SOLN       COLUMN\n #      1 2 3 4 5 6 7 8\n\n");
        place(0);
    }
    return 0;
}
