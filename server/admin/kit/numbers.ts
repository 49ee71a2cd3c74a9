/** A share in percent with one decimal; 0 when the whole is 0. */
export function percent(part: number, whole: number): number {
	return whole === 0 ? 0 : toOneDecimal((100 * part) / whole);
}

export function toOneDecimal(value: number): number {
	return Math.round(value * 10) / 10;
}
