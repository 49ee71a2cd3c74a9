/** The studies of a user; null where the user has stated none. */
export function presentStudies(
	studies: { branch: string | null; semester: number | null } | undefined,
) {
	const { branch = null, semester = null } = studies ?? {};
	return { success: true as const, branch, semester };
}
