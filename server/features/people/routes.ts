import type { FastifyInstance } from 'fastify';
import { AUTH_MESSAGES } from '#contract/auth.ts';
import { getPerson } from '#contract/people.ts';
import type { Db } from '#server/db/client.ts';
import { presentPerson } from '#server/features/auth/present.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { route } from '#server/http/route.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { countOnSale } from './queries.ts';

/** The public side of people. Who is suspended or gone has none. */
export function peopleRoutes(
	app: FastifyInstance,
	{ db, addresses }: { db: Db; addresses: PhotoAddresses },
): void {
	route(
		app,
		getPerson,
	)(async ({ params }) => {
		const user = await findUser(db, params.id);
		if (!user || user.bannedAt) throw new Refusal('not_found', AUTH_MESSAGES.userNotFound);
		const joined = user.createdAt.toISOString();
		const onSale = await countOnSale(db, user.id);
		return { success: true, person: { ...presentPerson(user, addresses), joined, onSale } };
	});
}
