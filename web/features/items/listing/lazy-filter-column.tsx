import { type RefObject, Suspense } from 'react';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import type { ListingFiltersProps } from './filter-props.ts';

const FilterColumn = lazyOptional(async () => (await import('./filter-column.tsx')).FilterColumn);

interface LazyFilterColumnProps extends ListingFiltersProps {
	ref: RefObject<HTMLElement | null>;
}

/**
 * Reserves the space of the filter column on wide screens, and loads it. On narrow screens it loads nothing, because
 * the filters are in a sheet there.
 */
export function LazyFilterColumn({ ref, ...props }: LazyFilterColumnProps) {
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
