/**
 * Tells the month of a moment by the college's calendar, as noon of its first day, which is in that month by every clock. The
 * moment of a sign-up is nobody's: it would tell which accounts were made together, and by whom where that was seen elsewhere.
 */
export function createMonthFormatter(timeZone: string): (moment: Date) => string {
	// In Sweden dates are written as ISO 8601 has them.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
	return (moment) => new Date(`${format.format(moment)}-01T12:00:00Z`).toISOString();
}
