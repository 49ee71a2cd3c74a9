/**
 * Whether an address is at one of the college's domains itself: once confirmed, it verifies its user. A subdomain is another
 * domain.
 * @param email lower-case; null for none
 */
export function isCollegeEmail(email: string | null, collegeDomains: readonly string[]): boolean {
	return collegeDomains.some((domain) => email?.endsWith(`@${domain}`));
}
