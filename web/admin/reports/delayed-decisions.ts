import { type DelayedChange, delayChange, isDelayed } from '#web/admin/lib/delayed-changes.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

type Subject = Pick<ReportKind<AnyReport>, 'subject'>;

/** By the keys of reports: the key of the last delayed decision on each. */
const changeKeys = new Map<string, string>();

/** The key of the delayed decision on a report, which may decide other reports too. */
export function delayedKey(kind: Subject, id: number): string {
	const key = reportKey(kind, id);
	return changeKeys.get(key) ?? key;
}

/** Delays one decision on these reports: each of them counts as delayed. */
export function delayDecision(
	kind: Subject,
	ids: readonly number[],
	change: Omit<DelayedChange, 'key'>,
): void {
	const key = `${kind.subject}/${ids.join()}`;
	// A report whose own decision is delayed already keeps it.
	for (const id of ids) {
		if (!isDelayed(delayedKey(kind, id))) changeKeys.set(reportKey(kind, id), key);
	}
	delayChange({ ...change, key });
}

/** The key under which the typed notes of a report are kept. */
export function reportKey({ subject }: Subject, id: number): string {
	return `${subject}/${id}`;
}
