import { Ban, CircleCheck, Handshake, type LucideIcon } from 'lucide-react';
import type { Item } from '#contract/items/schemas.ts';

const STATUS_STYLES: Record<Item['status'], { label: string; Icon: LucideIcon; tone: string }> = {
	available: { label: 'Available', Icon: CircleCheck, tone: 'text-good' },
	sold: { label: 'Sold', Icon: Handshake, tone: 'rounded-full bg-ink px-3 py-0.5 text-paper' },
	banned: { label: 'Taken down', Icon: Ban, tone: 'text-bad' },
};

/** An item's status as a coloured label with an icon. */
export function ItemStatus({ status }: { status: Item['status'] }) {
	const { label, Icon, tone } = STATUS_STYLES[status];
	return (
		<span className={`inline-flex items-center gap-1.5 text-sm font-semibold ${tone}`}>
			<Icon aria-hidden="true" className="size-4" />
			{label}
		</span>
	);
}
