declare module 'asciichart' {
  export function plot(
    series: readonly (readonly number[])[],
    options?: {
      readonly height?: number
      readonly min?: number
      readonly max?: number
      readonly format?: (value: number) => string
      readonly symbols?: readonly string[]
    },
  ): string
}
