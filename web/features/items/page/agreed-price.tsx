import { useQuery } from '@tanstack/react-query';
import { agreedPrice } from '#contract/deals/amounts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { dealQuery, holderDealQuery } from '#web/features/deals/queries.ts';
import { ownItemQuery } from '#web/features/items/queries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Price } from '#web/ui/price.tsx';

interface AgreedPriceProps {
	/** Reserved or sold. */
	item: ItemDetails;
	className: string;
}

/** The price of an item, for its seller and its buyer with what they agreed on. Nobody else learns the amount. */
export function AgreedPrice({ item, className }: AgreedPriceProps) {
	const { userId } = useSession();
	const isSeller = userId === item.userId;
	const isSold = item.status === 'sold';
	const { data: ownItem } = useQuery({
		...ownItemQuery(item.id),
		enabled: isSeller && isSold && item.savedCount === undefined,
	});
	const { data: dealOfHolder } = useQuery({
		...holderDealQuery(item.id),
		enabled: isSeller && !isSold,
	});
	const { data: dealOfReader } = useQuery({
		...dealQuery({ itemId: item.id, buyerId: userId ?? 0 }),
		enabled: userId !== undefined && !isSeller,
	});
	const deal = isSeller ? dealOfHolder : dealOfReader;
	const ofDeal = deal ? agreedPrice(deal) : undefined;
	const agreed = isSeller && isSold ? (item.soldPrice ?? ownItem?.soldPrice) : ofDeal;

	return <Price rupees={item.price} agreed={agreed} className={className} />;
}
