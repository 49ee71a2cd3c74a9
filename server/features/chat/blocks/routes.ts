import type { FastifyInstance } from 'fastify';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { blockPerson, listBlocked, unblockPerson } from '#contract/chat/endpoints.ts';
import type { Db } from '#server/db/client.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { route } from '#server/http/route.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import { block, unblock } from './commands.ts';
import { listBlockedBy } from './queries.ts';
import { requireOther } from './rules.ts';

/**
 * Routes to block and unblock a user and to list the blocked users. No response or event reveals a block to the other
 * user.
 */
export function blockRoutes(
	app: FastifyInstance,
	{ db, realtime }: { db: Db; realtime: Pick<RealtimeServer, 'io' | 'isOnline'> },
): void {
	route(
		app,
		blockPerson,
	)(async ({ params, caller }) => {
		const { id, userName } = requireOther(await findUser(db, params.id), caller.id);
		await block({ db, realtime }, caller.id, id);
		return { success: true, message: BLOCK_MESSAGES.blocked(userName) };
	});

	route(
		app,
		unblockPerson,
	)(async ({ params, caller }) => {
		const { id, userName } = requireOther(await findUser(db, params.id), caller.id);
		await unblock({ db, realtime }, caller.id, id);
		return { success: true, message: BLOCK_MESSAGES.unblocked(userName) };
	});

	route(
		app,
		listBlocked,
	)(async ({ caller }) => {
		const rows = await listBlockedBy(db, caller.id);
		const people = rows.map((row) => ({ ...row, blockedAt: row.blockedAt.toISOString() }));
		return { success: true, people };
	});
}
