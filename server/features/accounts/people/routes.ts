import type { FastifyInstance } from 'fastify';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { getPerson } from '#contract/auth/person-fields.ts';
import type { Read } from '#server/db/client.ts';
import { presentPerson } from '#server/features/auth/present.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { route } from '#server/http/route.ts';
import { Refusal } from '#server/lib/app-error.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';
import { openMonths } from './present.ts';
import { countOnSaleOf } from './queries.ts';

/** The public side of people. Who is suspended or gone has none. */
export function peopleRoutes(
	app: FastifyInstance,
	{ read, addresses, timeZone }: { read: Read; addresses: PhotoAddresses; timeZone: string },
): void {
	const monthOf = openMonths(timeZone);

	route(
		app,
		getPerson,
	)(async ({ params }) => {
		const { user, onSale } = await read(async (db) => {
			const found = await findUser(db, params.id);
			if (!found || found.bannedAt) throw new Refusal('not_found', AUTH_MESSAGES.userNotFound);
			return { user: found, onSale: await countOnSaleOf(db, found.id) };
		});
		const joined = monthOf(user.createdAt);
		return { success: true, person: { ...presentPerson(user, addresses), joined, onSale } };
	});
}
