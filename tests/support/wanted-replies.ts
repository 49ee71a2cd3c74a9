import { type WantedDetails, wantedDetails } from '#contract/wanted/schemas.ts';
import { inHours } from './deal-replies.ts';
import { sample } from './sample.ts';

let lastId = 70;

/** A live wanted post, as the API returns it, of Ravi, who is not the signed-in student of the tests. */
export function sampleWanted(title: string, changes: Partial<WantedDetails> = {}): WantedDetails {
	lastId += 1;
	const User = { id: 31, userName: 'Ravi', profilePicUrl: null, isVerified: false };
	const times = { createdAt: inHours(0), expiresAt: inHours(30 * 24) };
	return sample(wantedDetails, { id: lastId, title, User, ...times, ...changes });
}
