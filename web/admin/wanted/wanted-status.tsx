import type { AdminWanted } from '#contract/admin/wanted.ts';
import { WANTED_STATUS_LABELS } from '#contract/wanted/facts.ts';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';

const TONES: Record<AdminWanted['status'], StatusTone> = {
	live: 'good',
	expired: 'quiet',
	found: 'quiet',
	removed: 'bad',
};

/** The status of a wanted post; 'Deleted' if its owner deleted it. */
export function WantedStatus({ status, isDeleted }: Pick<AdminWanted, 'status' | 'isDeleted'>) {
	if (isDeleted) return <StatusLabel tone="quiet">Deleted</StatusLabel>;
	return <StatusLabel tone={TONES[status]}>{WANTED_STATUS_LABELS[status]}</StatusLabel>;
}
