/**
 * Formats the month of a date in the college's time zone. The result is noon UTC of the month's first day, which is in
 * that month in every time zone. The exact time of a sign-up stays private: it would show which accounts were created
 * together.
 */
export function createMonthFormatter(timeZone: string): (moment: Date) => string {
	// The Swedish locale writes dates as in ISO 8601.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' });
	return (moment) => new Date(`${format.format(moment)}-01T12:00:00Z`).toISOString();
}
