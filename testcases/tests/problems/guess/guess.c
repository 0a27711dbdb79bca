/* Finds a number from 1 to 100: halves what is left. */

#include <stdio.h>
#include <string.h>

int main(void)
{
    int least = 1, greatest = 100;
    char answer[16];

    for (;;) {
        int guess = (least + greatest) / 2;

        printf("%d\n", guess);
        fflush(stdout);
        if (scanf("%15s", answer) != 1) {
            return 1;
        }
        if (strcmp(answer, "higher") == 0) {
            least = guess + 1;
        } else if (strcmp(answer, "lower") == 0) {
            greatest = guess - 1;
        } else {
            return strcmp(answer, "correct") != 0;
        }
    }
}
