import { ADMIN_ITEM_STATUS_LABELS, type AdminItem } from '#contract/admin/items.ts';
import { type StatusTone, StatusWord } from '../parts/status-word.tsx';

const TONES: Record<AdminItem['status'], StatusTone> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
};

interface ItemStatusProps {
	status: AdminItem['status'];
	/** What each is called; as on the items screen unless given. */
	labels?: Record<AdminItem['status'], string>;
}

export function ItemStatus({ status, labels = ADMIN_ITEM_STATUS_LABELS }: ItemStatusProps) {
	return <StatusWord tone={TONES[status]}>{labels[status]}</StatusWord>;
}
