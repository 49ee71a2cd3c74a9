import { ADMIN_ITEM_STATUS_LABELS, type AdminItem } from '#contract/admin/items.ts';
import { type StatusTone, StatusWord } from '#web/admin/kit/status-word.tsx';

const TONES: Record<AdminItem['status'], StatusTone> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
};

export function ItemStatus({ status }: Pick<AdminItem, 'status'>) {
	return <StatusWord tone={TONES[status]}>{ADMIN_ITEM_STATUS_LABELS[status]}</StatusWord>;
}
