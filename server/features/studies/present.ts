/** What a user studies, as the contract declares it; null where the user has not said it. */
export function presentStudies(
	studies: { branch: string | null; semester: number | null } | undefined,
) {
	const { branch = null, semester = null } = studies ?? {};
	return { success: true as const, branch, semester };
}
