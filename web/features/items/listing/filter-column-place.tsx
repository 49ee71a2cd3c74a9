import { type RefObject, Suspense } from 'react';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { ListingFiltersProps } from './filter-props.ts';

const FilterColumn = lazyOptional(async () => (await import('./filter-column.tsx')).FilterColumn);

interface FilterColumnPlaceProps extends ListingFiltersProps {
	ref: RefObject<HTMLElement | null>;
}

/** The place of the filters on wide screens, kept free until they have loaded. */
export function FilterColumnPlace({ ref, ...props }: FilterColumnPlaceProps) {
	const isHydrated = useIsHydrated();

	return (
		<aside
			ref={ref}
			aria-label="Filters"
			tabIndex={-1}
			className="mt-3 hidden min-h-[60rem] outline-none wide:block"
		>
			{isHydrated && (
				<Suspense>
					<FilterColumn {...props} />
				</Suspense>
			)}
		</aside>
	);
}
