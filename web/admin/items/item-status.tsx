import { type AdminItem, itemStatusLabel } from '#contract/admin/items.ts';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';

const TONES: Record<AdminItem['status'], StatusTone> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
	removed: 'quiet',
	deleted: 'bad',
};

interface ItemStatusProps {
	status: AdminItem['status'];
	owner: { isBanned?: boolean | undefined } | null;
	/** Replaces 'Available'. */
	availableLabel?: string;
}

/** The status of an item as a coloured label; items of a banned owner are hidden. */
export function ItemStatus({ status, owner, availableLabel }: ItemStatusProps) {
	const isOwnerBanned = owner?.isBanned ?? false;
	const label =
		availableLabel !== undefined && status === 'available' && !isOwnerBanned
			? availableLabel
			: itemStatusLabel(status, isOwnerBanned);
	return <StatusLabel tone={isOwnerBanned ? 'bad' : TONES[status]}>{label}</StatusLabel>;
}
