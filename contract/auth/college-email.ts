/**
 * Whether an email address is at one of the college's domains, not at a subdomain of them. Such an address, once
 * confirmed, makes its user verified.
 * @param email lower-case; null for none
 */
export function isCollegeEmail(email: string | null, collegeDomains: readonly string[]): boolean {
	return collegeDomains.some((domain) => email?.endsWith(`@${domain}`));
}
