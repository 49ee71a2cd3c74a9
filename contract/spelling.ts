/** Keyboards write some letters in one way or another that look the same, ज़ among them; kept and searched is one (NFC). */
export function inOneSpelling(value: string): string {
	return value.toWellFormed().normalize();
}
