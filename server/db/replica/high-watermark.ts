/**
 * The highest number any instance has advanced to recently. The read router stores the position of the newest write in
 * it. Opened by server/cluster/, which shares it through Redis if there are several instances.
 */
export interface HighWatermark {
	/** Resolves once every instance reads at least `to`. */
	advance: (to: bigint) => Promise<void>;
	/** Zero when the value has expired or was never set. */
	read: () => Promise<bigint>;
}

/**
 * Opens a monotonic number shared by all instances.
 * @param name unique; instances share the number of one name
 * @param seconds time after the last `advance` at which the value expires
 */
export type OpenHighWatermark = (name: string, seconds: number) => HighWatermark;
