/** The log is for super administrators (decisions, "Back-office"), wherever an entry of it would be shown. */
export function canReadLog({ role }: { role: string }): boolean {
	return role === 'super_admin';
}
