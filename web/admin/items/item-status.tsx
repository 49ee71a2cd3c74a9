import { ADMIN_ITEM_STATUS_LABELS, type AdminItem } from '#contract/admin/items.ts';
import { StatusLabel, type StatusTone } from '#web/admin/kit/status-label.tsx';

const TONES: Record<AdminItem['status'], StatusTone> = {
	available: 'good',
	sold: 'quiet',
	banned: 'bad',
};

export function ItemStatus({ status }: Pick<AdminItem, 'status'>) {
	return <StatusLabel tone={TONES[status]}>{ADMIN_ITEM_STATUS_LABELS[status]}</StatusLabel>;
}
