import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Suspense } from 'react';
import { OPTIONAL_ITEM_FIELDS } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { SIGNED_PHOTO_REFRESH_MS } from '#contract/photos/signed-urls.ts';
import { useCategory } from '#web/features/catalogue/queries.ts';
import { itemQuery } from '#web/features/items/queries.ts';
import { formatDay } from '#web/lib/format.ts';
import { useSession } from '#web/lib/session/session.ts';
import { CategoryLabel } from '#web/ui/category-label.tsx';
import { ItemStatus } from '#web/ui/item-status.tsx';
import { lazyHydrated } from '#web/ui/lazy-hydrated.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { ChatLink } from './chat-link.tsx';
import { ItemActions } from './item-actions.tsx';
import { ItemPrice } from './item-price.tsx';

/** Hydrates after the page: the server-rendered links work without script. */
const ItemFacts = lazyHydrated(async () => (await import('./item-facts.tsx')).ItemFacts);

/** Hydrates after the page: it is below a phone's first screen, and the server-rendered link works without script. */
const ItemSeller = lazyHydrated(async () => (await import('./item-seller.tsx')).ItemSeller);

/** Loads after the page, because it is at the end of the text. */
const ReportItemButton = lazyOptional(
	async () => (await import('./report-item-button.tsx')).ReportItemButton,
);

/** The text part of an item's page: title, price, actions, description and seller. */
export function ItemInfo({ item }: { item: ItemDetails }) {
	const { userId, hasToken } = useSession();
	const isOwner = hasToken && userId === item.userId;
	const category = useCategory(item.category);

	return (
		<div className="min-w-0">
			<div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
				<span className="text-ink">
					<CategoryLabel name={item.category} icon={category?.icon} />
				</span>
				<span>
					Posted {formatDay(item.createdAt)}, <TimeAgo iso={item.createdAt} />
				</span>
			</div>
			<PageHeading className="mt-3 mb-1.5 text-balance">{item.title}</PageHeading>
			{/* Placed at opposite ends, because the price's width changes when its font loads. */}
			<p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
				<ItemPrice item={item} className="text-[clamp(1.875rem,5vw,2.5rem)] leading-tight" />
				<ItemStatus item={item} />
			</p>
			{item.status === 'sold' && !isOwner && <SoldNote />}
			{item.status === 'banned' && isOwner && <BanNote item={item} />}
			{item.status === 'removed' && isOwner && <RemovedNote item={item} />}
			<ItemActions item={item} isOwner={isOwner} />
			{hasFacts(item) && (
				<Suspense fallback={<div className="mt-5 h-24" />}>
					<ItemFacts item={item} />
				</Suspense>
			)}
			<h2 className="mt-6 mb-1.5 text-lg">Description</h2>
			<p className="max-w-prose whitespace-pre-line wrap-anywhere">{item.description}</p>
			<Suspense fallback={<div className="mt-5 h-[4.75rem]" />}>
				<ItemSeller item={item} />
			</Suspense>
			{!isOwner && <SafetyNote />}
			{!isOwner && (
				<div className="mt-2 flex min-h-[2.875rem] flex-wrap items-center gap-2">
					{/* For an available item, chatting is the main action above. */}
					{item.status === 'sold' && <ChatLink item={item} />}
					<Suspense>
						<ReportItemButton item={item} />
					</Suspense>
				</div>
			)}
		</div>
	);
}

function hasFacts(item: ItemDetails): boolean {
	return OPTIONAL_ITEM_FIELDS.some((name) => {
		const value: unknown = item[name];
		return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
	});
}

function SafetyNote() {
	return (
		<p className="mt-3.5 flex gap-2.5 rounded-card bg-accent-wash px-3.5 py-3 text-xs">
			<ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
			<span>
				Meet in the open, check it runs, pay only then. You never need a PIN or a QR code to{' '}
				<strong>receive</strong> money.
			</span>
		</p>
	);
}

function SoldNote() {
	return (
		<p className="mt-4 rounded-card bg-sunken px-3.5 py-3 text-sm">
			<strong>This item has been sold.</strong> Similar items may still be on sale.
		</p>
	);
}

/** A note for the owner of a removed item. Refetches the item as `BanNote` does. */
function RemovedNote({ item }: { item: ItemDetails }) {
	useQuery({ ...itemQuery(item.id), refetchInterval: SIGNED_PHOTO_REFRESH_MS });

	return (
		<p className="mt-4 rounded-card bg-sunken px-3.5 py-3 text-sm">
			<strong>You have removed this item.</strong>{' '}
			{item.keptUntil && <span>It is deleted on {formatDay(item.keptUntil)}.</span>}
		</p>
	);
}

/**
 * A note for the owner of a banned item. Refetches the item at intervals, because the signed URLs of its photos expire.
 */
function BanNote({ item }: { item: ItemDetails }) {
	useQuery({ ...itemQuery(item.id), refetchInterval: SIGNED_PHOTO_REFRESH_MS });

	return (
		<div className="mt-4 rounded-card bg-bad-wash px-3.5 py-3 text-sm">
			<strong className="text-bad">An administrator has taken this item down.</strong>
			<p className="mt-1 wrap-anywhere">
				{item.banReason || 'Write to us if you think this is a mistake.'}
			</p>
			<p className="mt-1 text-xs text-ink-soft">Only you can see this page.</p>
		</div>
	);
}
