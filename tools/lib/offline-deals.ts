import type { Db } from '#server/db/client.ts';
import { findCatalogue } from '#server/features/catalogue/queries.ts';
import type { ActDeps } from '#server/features/deals/commands.ts';

/** The dependencies of deal actions without a running server: nothing is sent to clients, and no task is added. */
export async function offlineDealDeps(db: Db, timeZone: string): Promise<ActDeps> {
	const catalogueLists = await findCatalogue(db);
	return {
		db,
		timeZone,
		addTask: async () => undefined,
		realtime: NOBODY_CONNECTED,
		adminChannel: { publish: () => undefined },
		catalogue: { current: () => catalogueLists },
	};
}

const NOWHERE = { emit: () => true, socketsJoin: () => undefined };

const NOBODY_CONNECTED = {
	io: {
		in: () => ({ ...NOWHERE, except: () => NOWHERE }),
		sockets: { adapter: { rooms: new Map() } },
	},
	isOnline: async () => false,
	toUser: () => undefined,
} as unknown as ActDeps['realtime'];
