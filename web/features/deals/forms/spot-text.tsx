import { MapPin } from 'lucide-react';

/** A meeting place, and how to find it. */
export function SpotText({ spot }: { spot: { name: string; hint: string } }) {
	return (
		<div>
			<p className="flex items-center gap-1.5 font-semibold wrap-anywhere">
				<MapPin aria-hidden="true" className="size-4.5 shrink-0" />
				{spot.name}
			</p>
			{spot.hint && <p className="text-xs text-ink-soft wrap-anywhere">{spot.hint}</p>}
		</div>
	);
}
