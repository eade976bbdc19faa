export const height = (hour) => 2.4 + 1.6 * Math.sin((hour / 12.42) * 2 * Math.PI);
export const isSafe = (hour, draught) => height(hour) > draught;
