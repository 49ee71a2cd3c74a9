import { ShieldCheck } from 'lucide-react';

/** Shown beside the name of a verified student. */
export function VerifiedBadge({ className = 'text-xs' }: { className?: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1 align-bottom font-semibold whitespace-nowrap text-good ${className}`}
		>
			<ShieldCheck aria-hidden="true" className="size-4 shrink-0" />
			Verified
		</span>
	);
}
