import { type DelayedChange, delayChange, isDelayed } from '#web/admin/lib/delayed-changes.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

type Subject = Pick<ReportKind<AnyReport>, 'subject'>;

/** For each report, by its key: the key of the decision about it that is held back, so that it can be undone. */
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
	// A report of which another decision is held back stays with that one.
	for (const id of ids) {
		if (!isDelayed(delayedKey(kind, id))) changeKeys.set(reportKey(kind, id), key);
	}
	delayChange({ ...change, key });
}

/** Tells a report from all others, those of other kinds too. */
export function reportKey({ subject }: Subject, id: number): string {
	return `${subject}/${id}`;
}
