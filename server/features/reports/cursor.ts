import * as z from 'zod/mini';
import { REPORT_KINDS } from '#contract/reports/facts.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

type ReportKind = (typeof REPORT_KINDS)[number];

/** The last report of a page: the next one continues behind it (keyset paging). */
export interface ReportPosition {
	/** When it was sent, in microseconds since 1970, as exactly as PostgreSQL knows it. */
	sentAtUs: number;
	kind: ReportKind;
	id: number;
}

const cursor = createCursor(z.tuple([positionTimestamp, z.enum(REPORT_KINDS), positionId]));

export function encodePosition({ sentAtUs, kind, id }: ReportPosition): string {
	return cursor.encode([sentAtUs, kind, id]);
}

/** @throws AppError invalid for anything we did not hand out */
export function decodePosition(encoded: string): ReportPosition {
	const [sentAtUs, kind, id] = cursor.decode(encoded);
	return { sentAtUs, kind, id };
}
