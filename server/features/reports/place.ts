import * as z from 'zod/mini';
import { LARGEST_ID } from '#contract/common.ts';
import { REPORT_MESSAGES } from '#contract/reports.ts';
import { invalidField } from '#server/lib/refusal.ts';

type ReportKind = 'item' | 'user';

/** The last report of a page: the next one continues behind it (keyset paging). */
export interface ReportPlace {
	/** When it was sent, in microseconds since 1970, as exactly as PostgreSQL knows it. */
	sentAtUs: number;
	kind: ReportKind;
	id: number;
}

/** Up to the year 2255: any of them is a time to PostgreSQL. */
const LATEST_US = 9_000_000_000_000_000;

const cursor = z.tuple([
	z.int().check(z.minimum(0), z.maximum(LATEST_US)),
	z.enum(['item', 'user']),
	z.int().check(z.minimum(1), z.maximum(LARGEST_ID)),
]);

export function encodePlace({ sentAtUs, kind, id }: ReportPlace): string {
	return Buffer.from(JSON.stringify([sentAtUs, kind, id])).toString('base64url');
}

/** @throws Refusal invalid for anything we did not hand out */
export function decodePlace(sent: string): ReportPlace {
	try {
		const [sentAtUs, kind, id] = z.parse(
			cursor,
			JSON.parse(Buffer.from(sent, 'base64url').toString('utf8')),
		);
		return { sentAtUs, kind, id };
	} catch {
		throw invalidField('cursor', REPORT_MESSAGES.badCursor);
	}
}
