import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicPerson } from '#contract/auth/person-fields.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { photoUrlAt } from '#contract/photos/sizes.ts';
import { replyTimeText } from '#web/features/items/reply-time.ts';
import { sellerQuery } from '#web/features/items/seller-queries.ts';
import { formatYear } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { useIsClient } from '#web/ui/use-is-client.ts';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';

const NOT_LOADED = { data: undefined, isError: false };
const CARD = 'relative flex items-center gap-3 rounded-card border border-line bg-surface p-3.5';

/**
 * The seller with a link to their public page. The name is known at once; the details replace the word 'Seller'
 * without moving anything.
 */
export function ItemSeller({ item }: { item: ItemDetails }) {
	const result = useQuery(sellerQuery(item.userId));
	// The server rendered this part without the details. Until it is hydrated, ignore details that other parts have
	// loaded.
	const { data: seller, isError } = useIsClient() ? result : NOT_LOADED;
	const content = <SellerInfo name={item.User?.userName || 'Unknown'} seller={seller} />;

	return (
		<section aria-label="Seller" className="mt-5">
			{isError && !seller ? (
				<div className={CARD}>{content}</div>
			) : (
				<Link to={personPath(item.userId)} className={`${CARD} hover:bg-sunken`}>
					{content}
					{/* Positioned beside the name only, because on a phone the details need the whole width. */}
					<ChevronRight
						aria-hidden="true"
						className="absolute top-3.5 right-3.5 size-5 text-ink-soft"
					/>
				</Link>
			)}
		</section>
	);
}

interface SellerInfoProps {
	name: string;
	/** Undefined while unknown. */
	seller: PublicPerson | undefined;
}

function SellerInfo({ name, seller }: SellerInfoProps): ReactNode {
	const replyTime = seller && replyTimeText(seller.replyMinutes);

	return (
		<>
			<Avatar
				name={name}
				pictureUrl={seller?.profilePicUrl && photoUrlAt(seller.profilePicUrl, 320)}
				className="size-11.5 text-base"
			/>
			{/* Reserves two lines for the details. The second is the usual reply time, if known. */}
			<span className="min-h-15.5 min-w-0 flex-1">
				<span className="block pr-7 font-semibold wrap-anywhere">{name}</span>
				{seller ? (
					<span
						key="known"
						className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft tabular-nums"
					>
						{seller.isVerified && <VerifiedBadge />}
						{/* With a badge and a reply time, the lines have no room for the year. */}
						{!(seller.isVerified && replyTime) && <span>Since {formatYear(seller.joined)}</span>}
						{!replyTime && <span className="w-full" />}
						<span>{seller.onSale} on sale</span>
						<span>{seller.sold} sold</span>
						{replyTime && <span className="w-full">{replyTime}</span>}
					</span>
				) : (
					<span key="awaited" className="block text-xs text-ink-soft">
						Seller
					</span>
				)}
			</span>
		</>
	);
}
