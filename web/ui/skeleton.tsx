/** Stands where something will be; size it by class. */
export function Skeleton({ className = '' }: { className?: string }) {
	return (
		<div
			aria-hidden="true"
			className={`rounded-field bg-sunken motion-safe:animate-pulse ${className}`}
		/>
	);
}
