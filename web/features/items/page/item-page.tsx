import { useQuery } from '@tanstack/react-query';
import { Suspense, ViewTransition } from 'react';
import { useParams } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { PhotoGallery } from '#web/features/items/gallery/photo-gallery.tsx';
import { itemQuery } from '#web/features/items/queries.ts';
import { errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { useIsClient } from '#web/ui/use-is-client.ts';
import { ItemInfo } from './item-info.tsx';
import { ItemPageSkeleton } from './item-page-skeleton.tsx';

/** Loads after the page, because it is below the first screen. */
const ItemRows = lazyOptional(
	async () => (await import('#web/features/items/listing/item-rows.tsx')).ItemRows,
);

/** Rarely needed. */
const NotFoundNotice = lazyOptional(
	async () => (await import('./not-found-notice.tsx')).NotFoundNotice,
);

/** Reserves the space of content that is still loading. */
const BELOW_PLACEHOLDER = <div className="min-h-dvh" />;

/** The page of one item: photos, facts and actions, with similar items below. */
export function ItemPage() {
	const { id = '' } = useParams();
	const item = useQuery(itemQuery(id));

	if (item.isPending) return <ItemPageSkeleton />;
	// An item cached from a list stays on screen, unless the server answers that it is gone.
	if (isNotFound(item.error)) {
		return (
			<Suspense fallback={<ItemPageSkeleton />}>
				<NotFoundNotice kind="item" error={item.error} />
			</Suspense>
		);
	}
	if (!item.data) {
		return (
			<ErrorState
				error={item.error}
				isPage
				message={errorMessageFor(
					item.error,
					ITEM_ERRORS.notFound.message,
					ITEM_MESSAGES.noConnection,
				)}
				onRetry={() => item.refetch()}
			>
				<ButtonLink to={categoryPath()}>See what is on sale</ButtonLink>
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<>
			{/* The only page with a view transition: the pressed card's picture grows into the gallery. */}
			<ViewTransition default="none">
				<article className="wrap grid gap-5 tablet:grid-cols-[1.25fr_1fr] tablet:items-start tablet:gap-8 tablet:py-8 wide:gap-11">
					<PhotoGallery key={item.data.id} item={item.data} />
					<ItemInfo item={item.data} />
				</article>
			</ViewTransition>
			<Suspense fallback={BELOW_PLACEHOLDER}>
				<BelowItem key={item.data.id} item={item.data} />
			</Suspense>
		</>
	);
}

/** Renders the rows only after hydration: the content of the Suspense boundary must match the server's until then. */
function BelowItem({ item }: { item: ItemDetails }) {
	const isInBrowser = useIsClient();
	return isInBrowser ? <ItemRows item={item} /> : BELOW_PLACEHOLDER;
}
