import * as z from 'zod/mini';
import { cursorOf, placeMoment, placeNumber } from '#server/lib/cursors.ts';

type ReportKind = 'item' | 'user';

/** The last report of a page: the next one continues behind it (keyset paging). */
export interface ReportPlace {
	/** When it was sent, in microseconds since 1970, as exactly as PostgreSQL knows it. */
	sentAtUs: number;
	kind: ReportKind;
	id: number;
}

const cursor = cursorOf(z.tuple([placeMoment, z.enum(['item', 'user']), placeNumber]));

export function encodePlace({ sentAtUs, kind, id }: ReportPlace): string {
	return cursor.encode([sentAtUs, kind, id]);
}

/** @throws Refusal invalid for anything we did not hand out */
export function decodePlace(sent: string): ReportPlace {
	const [sentAtUs, kind, id] = cursor.decode(sent);
	return { sentAtUs, kind, id };
}
