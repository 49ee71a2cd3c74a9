import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import { PAGES } from '#contract/pages.ts';
import { ApiError, wordsFor } from '#web/lib/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ItemFacts } from './item-facts.tsx';
import { ItemPageSkeleton } from './item-page-skeleton.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { itemQuery } from './queries.ts';

/** What lies below the first screen comes after it. */
const ItemRows = lazy(async () => ({ default: (await import('./item-rows.tsx')).ItemRows }));

export function ItemPage() {
	const { id = '' } = useParams();
	const item = useQuery(itemQuery(id));

	if (item.isPending) return <ItemPageSkeleton />;
	if (item.isError && !item.data) {
		const { notFound, noConnection } = ITEM_MESSAGES;
		const isRefused = item.error instanceof ApiError;
		return (
			<ErrorState
				isPage
				message={wordsFor(item.error, notFound, noConnection)}
				onRetry={isRefused ? undefined : () => item.refetch()}
			>
				<ButtonLink variant={isRefused ? 'main' : 'plain'} to={categoryPath()}>
					See what is on sale
				</ButtonLink>
				<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<>
			<article className="wrap grid gap-5 tablet:grid-cols-[1.25fr_1fr] tablet:items-start tablet:gap-8 tablet:py-8 wide:gap-11">
				<PhotoGallery key={item.data.id} item={item.data} />
				<ItemFacts item={item.data} />
			</article>
			<Suspense fallback={<div className="min-h-dvh" />}>
				<ItemRows key={item.data.id} item={item.data} />
			</Suspense>
		</>
	);
}
