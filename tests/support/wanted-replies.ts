import type { WantedDetails } from '#contract/wanted/schemas.ts';

const DAY_MS = 86_400_000;
let lastId = 70;

/** A live wanted post, as the API returns it, of Ravi, who is not the signed-in student of the tests. */
export function sampleWanted(title: string, changes: Partial<WantedDetails> = {}): WantedDetails {
	lastId += 1;
	return {
		id: lastId,
		title,
		note: null,
		category: null,
		maxPrice: null,
		subject: null,
		createdAt: new Date().toISOString(),
		expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
		User: { id: 31, userName: 'Ravi', profilePicUrl: null, isVerified: false },
		answers: 0,
		...changes,
	};
}
