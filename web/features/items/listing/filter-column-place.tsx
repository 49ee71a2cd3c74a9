import { type RefObject, Suspense } from 'react';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import type { ListingFiltersProps } from './filter-props.ts';

const FilterColumn = lazyOptional(async () => (await import('./filter-column.tsx')).FilterColumn);

interface FilterColumnPlaceProps extends ListingFiltersProps {
	ref: RefObject<HTMLElement | null>;
}

/**
 * The place of the filters on wide screens, kept free until they have loaded. On narrow screens the filters are a sheet:
 * nothing is loaded or counted for the column.
 */
export function FilterColumnPlace({ ref, ...props }: FilterColumnPlaceProps) {
	const isWide = useIsWide();

	return (
		<aside
			ref={ref}
			aria-label="Filters"
			tabIndex={-1}
			className="mt-3 hidden min-h-[60rem] outline-none wide:block"
		>
			{isWide && (
				<Suspense>
					<FilterColumn {...props} />
				</Suspense>
			)}
		</aside>
	);
}
