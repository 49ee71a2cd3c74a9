import { type RefObject, Suspense } from 'react';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
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
			{isHydrated && <WideFilterColumn {...props} />}
		</aside>
	);
}

/** On narrow screens the filters are a sheet: nothing is loaded or counted for the column. */
function WideFilterColumn(props: ListingFiltersProps) {
	const isWide = useIsWide();
	return (
		isWide && (
			<Suspense>
				<FilterColumn {...props} />
			</Suspense>
		)
	);
}
