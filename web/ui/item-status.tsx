import { Ban, CircleCheck, Clock, Handshake, type LucideIcon } from 'lucide-react';
import type { Item } from '#contract/items/schemas.ts';
import { formatUntil } from '#web/lib/format.ts';

const STATUS_STYLES: Record<Item['status'], { label: string; Icon: LucideIcon; tone: string }> = {
	available: { label: 'Available', Icon: CircleCheck, tone: 'text-good' },
	sold: { label: 'Sold', Icon: Handshake, tone: 'rounded-full bg-ink px-3 py-0.5 text-paper' },
	removed: { label: 'Removed', Icon: Ban, tone: 'text-ink-soft' },
	banned: { label: 'Taken down', Icon: Ban, tone: 'text-bad' },
};

/** An item's status as a coloured label with an icon; for a reserved item also the end of the reservation. */
export function ItemStatus({
	item: { status, reservedUntil },
}: {
	item: Pick<Item, 'status' | 'reservedUntil'>;
}) {
	const { label, Icon, tone } = reservedUntil
		? { label: `Reserved ${formatUntil(reservedUntil)}`, Icon: Clock, tone: '' }
		: STATUS_STYLES[status];
	return (
		<span className={`inline-flex min-w-0 items-center gap-1.5 text-sm font-semibold ${tone}`}>
			<Icon aria-hidden="true" className="size-4 shrink-0" />
			<span className="truncate">{label}</span>
		</span>
	);
}
