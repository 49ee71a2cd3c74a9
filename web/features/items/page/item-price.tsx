import { Suspense } from 'react';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useSession } from '#web/lib/session/session.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Price } from '#web/ui/price.tsx';

/** Only for signed-in readers of a reserved or sold item, so it is loaded on demand. */
const AgreedPrice = lazyOptional(async () => (await import('./agreed-price.tsx')).AgreedPrice);

interface ItemPriceProps {
	item: ItemDetails;
	className: string;
}

/** The price of an item; the two people of a deal see what they agreed on. */
export function ItemPrice({ item, className }: ItemPriceProps) {
	const { hasToken } = useSession();
	const price = <Price rupees={item.price} className={className} />;
	const canBeAgreed = item.status === 'sold' || Boolean(item.reservedUntil);
	if (!hasToken || !canBeAgreed) return price;
	return (
		<Suspense fallback={price}>
			<AgreedPrice item={item} className={className} />
		</Suspense>
	);
}
