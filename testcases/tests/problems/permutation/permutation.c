/* Prints a permutation of the numbers from 1 to N: as they are. */

#include <stdio.h>

int main(void)
{
    int n, number;

    if (scanf("%d", &n) != 1) {
        return 1;
    }
    for (number = 1; number <= n; number++) {
        printf("%d%c", number, number < n ? ' ' : '\n');
    }
    return 0;
}
