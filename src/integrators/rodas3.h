// Coefficients of RODAS3, four stages, order 3 with an embedded result of order 2, both stiffly
// accurate, L-stable, gamma = 1/2 [Sandu1997; form of Hairer1996, Sec. IV.7].
//
//   X_i = x0 + sum_j a_ij u_j                               f is evaluated at t + alpha_i h
//   (I/(gamma h) - f_x) u_i = f(X_i) + sum_j (c_ij/h) u_j + gamma_i h f_t
//   x1 = x0 + sum_i m_i u_i = X_4 + u_4                     error estimate: u_4
#pragma once

namespace bramah::rodas3 {

constexpr int kStages = 4;
constexpr int kErrorOrder = 3;  // of the local error of the embedded result
constexpr double kGamma = 0.5;
constexpr double kA[kStages][kStages] = {{}, {0.0}, {2.0, 0.0}, {2.0, 0.0, 1.0}};
constexpr double kC[kStages][kStages] = {{}, {4.0}, {1.0, -1.0}, {1.0, -1.0, -8.0 / 3.0}};
constexpr double kAlpha[kStages] = {0.0, 0.0, 1.0, 1.0};
constexpr double kGammaSum[kStages] = {0.5, 1.5, 0.0, 0.0};
constexpr double kM[kStages] = {2.0, 0.0, 1.0, 1.0};

}  // namespace bramah::rodas3
