import type pg from 'pg';
import type { Db } from '#server/db/client.ts';
import type { Pulse } from '#server/db/health.ts';
import { together } from '#server/lib/coalesce.ts';
import { flushedPlace, placeOf } from './wal-position.ts';

export interface Distance {
	/** Told how far the copy has replayed. */
	note: (replayed: bigint) => void;
	behindMs: () => number;
	/** While the database is away: a copy that is none any longer is about to take its place, and is read like one. */
	isAlone: () => boolean;
}

/**
 * How far behind the copy is, by our own clock alone: since when the database has been where the copy is not yet. While the
 * database is away, nothing is ahead of the copy.
 */
export function measureDistance(db: Db, pulse: Pulse): Distance {
	let goal: { place: bigint; at: number } | undefined;
	let next: typeof goal;
	let behindMs = 0;
	const lookAhead = together(async () => {
		const at = performance.now();
		next = { place: await flushedPlace(db), at };
		goal ??= next;
	});
	// Another may be the database when it is back, whose log began before that place.
	pulse.watch(() => {
		goal = undefined;
		next = undefined;
	});
	return {
		note(replayed) {
			if (!pulse.isBeating()) {
				behindMs = 0;
				return;
			}
			if (goal && replayed < goal.place) behindMs = performance.now() - goal.at;
			else {
				behindMs = 0;
				goal = next;
			}
			// Not waited for: that the database is slow is no fault of the copy.
			lookAhead().catch(() => undefined);
		},
		behindMs: () => behindMs,
		isAlone: () => !pulse.isBeating(),
	};
}

/** @throws Error saying why this copy is not to be read */
export async function lookAtCopy(
	line: pg.Client,
	distance: Distance,
	mostBehindMs: number,
): Promise<void> {
	const { rows } = await line.query<{ replayed: string | null; mayRead: boolean | null }>(
		`select pg_last_wal_replay_lsn()::text as replayed,
			has_table_privilege(to_regclass('public.items'), 'select') as "mayRead"
		where pg_is_in_recovery()`,
	);
	const [found] = rows;
	if (!found && distance.isAlone()) return;
	if (!found) throw new Error('it is no copy any longer: it takes writes of its own');
	if (found.mayRead === false) throw new Error('its account may not read the tables');
	distance.note(placeOf(found.replayed));
	const behindMs = distance.behindMs();
	if (behindMs > mostBehindMs) throw new Error(`it is ${Math.round(behindMs / 1000)} s behind`);
}
