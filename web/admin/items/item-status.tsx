import { ADMIN_ITEM_STATUS_LABELS, type AdminItem } from '#contract/admin/items.ts';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';

const TONES: Record<AdminItem['status'], StatusTone> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
	removed: 'quiet',
	deleted: 'bad',
};

interface ItemStatusProps extends Pick<AdminItem, 'status'> {
	/** Replaces the usual label of the status. */
	label?: string | undefined;
}

/** The status of an item as a coloured label. */
export function ItemStatus({ status, label = ADMIN_ITEM_STATUS_LABELS[status] }: ItemStatusProps) {
	return <StatusLabel tone={TONES[status]}>{label}</StatusLabel>;
}
