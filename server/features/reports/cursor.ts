import * as z from 'zod/mini';
import { REPORT_KINDS } from '#contract/reports/facts.ts';
import { createCursor, positionId, positionTimestamp } from '#server/lib/cursors.ts';

type ReportKind = (typeof REPORT_KINDS)[number];

/** The last report of a page; the next page continues after it (keyset cursor). */
export interface ReportPosition {
	/** When the report was sent, in microseconds since 1970: the precision of PostgreSQL. */
	sentAtUs: number;
	kind: ReportKind;
	id: number;
}

const cursor = createCursor(z.tuple([positionTimestamp, z.enum(REPORT_KINDS), positionId]));

export function encodePosition({ sentAtUs, kind, id }: ReportPosition): string {
	return cursor.encode([sentAtUs, kind, id]);
}

/** @throws AppError invalid for a cursor that the server did not issue */
export function decodePosition(encoded: string): ReportPosition {
	const [sentAtUs, kind, id] = cursor.decode(encoded);
	return { sentAtUs, kind, id };
}
